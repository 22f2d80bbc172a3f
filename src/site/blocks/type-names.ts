/** Type names in the generated file that are not components. */
const TAKEN = ["Asset", "Multilink", "RichText", "Table", "Plugin", "Section", "PageType"];

/** A unique TypeScript name per component: `hero-section` -> `HeroSection`, `3d view` -> `Block3dView`. */
export function typeNames(components: readonly string[]): Map<string, string> {
  const taken = new Set(TAKEN);
  const names = new Map<string, string>();
  // Components whose name is already valid keep it.
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

/** `hero-section` -> `HeroSection`; letters and digits of any script, no leading digit. */
export function pascalCase(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\p{L}/u.test(joined) ? joined : `Block${joined}`;
}

/** A key as an object literal or a type has it. */
export function property(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
