// Loads files next to this one.
export async function load(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

export const loadBitmap = async (name) =>
  createImageBitmap(await (await load(name)).blob(), { premultiplyAlpha: "none", colorSpaceConversion: "none" });
