// The code of every page of the test. The result is a list, for comparison with `expected`.

/**
 * @param {any} agal the result of `load` of agalc
 * @param {any} translator the result of `load` of agalc/translate
 * @param {Record<string, Uint8Array>} files
 */
export async function use(agal, translator, files) {
  const results = [
    agal.compile('mul oc, v0, fc0', { target: 'wgsl' }).code.includes('@fragment'),
    agal.compile('mov fc0, v0', { stage: 'fragment' }).diagnostics[0].code,
  ];
  const { bytecode } = agal.assemble('mov oc, v0', { stage: 'fragment' });
  results.push(translator.compile(bytecode, { target: 'essl300' }).code.split('\n')[0]);
  for (const target of ['msl', 'hlsl'])
    results.push(translator.compile(bytecode, { target }).code.includes('float4 v0'));
  for (const [name, file] of Object.entries(files)) {
    const { ok, programs } = await agal.extract(file, name);
    results.push(`${name}: ${ok} ${programs.length}`);
  }
  return results;
}

export const expected = [
  'true,AGAL3652,#version 300 es',
  'true,true',
  'a.swf: true 1',
  'b.swf: true 1',
  'c.zip: true 1',
].join();
