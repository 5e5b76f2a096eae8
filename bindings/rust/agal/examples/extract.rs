//! Lists the programs in a game, and writes them to a folder if there is a second argument:
//! `cargo run --example extract -- game.swf programs`.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use agal::{extract, Options, Programs};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("the arguments are a file and a folder")?;
    let folder = env::args().nth(2);
    let folder = folder.as_deref().map(Path::new);
    match extract(fs::read(&path)?, &path, &Options::new()) {
        Ok(found) => print(found.programs(), folder),
        // Some programs of a damaged file may be readable.
        Err(error) => {
            eprintln!("{error}");
            error.outcome().map_or(Ok(()), |outcome| print(outcome.programs(), folder))
        }
    }
}

fn print(programs: Programs, folder: Option<&Path>) -> Result<(), Box<dyn Error>> {
    for program in programs {
        let origin = program.origins.first().map_or("", |origin| &origin.name);
        println!("{} {} {} {} tokens {}", program.hash, program.stage, program.certainty, program.tokens, origin);
        if let Some(folder) = folder {
            fs::create_dir_all(folder)?;
            fs::write(folder.join(format!("{}.{}.bin", program.hash, program.stage)), program.bytecode)?;
        }
    }
    Ok(())
}
