/** Names that the printed file gives to what is no component. */
const TAKEN = ["Asset", "Multilink", "RichText", "Table", "Plugin", "Section", "PageType"];

/** A TypeScript name for each component, all different: `hero-section` -> `HeroSection`, `3d view` -> `Block3dView`. */
export function typeNames(components: readonly string[]): Map<string, string> {
  const taken = new Set(TAKEN);
  const names = new Map<string, string>();
  // Who can have its own name keeps it, whatever others would be called.
  const plain = components.filter((component) => pascalCase(component) === component);
  for (const component of [...plain, ...components.filter((other) => !plain.includes(other))]) {
    const wanted = pascalCase(component);
    let name = wanted;
    for (let n = 2; taken.has(name); n += 1) name = `${wanted}${n}`;
    taken.add(name);
    names.set(component, name);
  }
  return names;
}

/** `hero-section` -> `HeroSection`; letters and digits of any script, and no digit first. */
export function pascalCase(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\p{L}/u.test(joined) ? joined : `Block${joined}`;
}
