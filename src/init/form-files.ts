/** What answers a site's forms on a host: those that the folder declares, else one that is written along. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import fg from "fast-glob";
import type { TextFile } from "./block-files.ts";
import { FORM_FILES, FORM_ITSELF, type FormHost, readTemplate } from "./ci-files.ts";

export async function formFiles(dir: string, host: FormHost): Promise<TextFile[]> {
  const { path, template } = FORM_FILES[host];
  const text = await readTemplate(template);
  const own = await ownForms(dir);
  if (own.length === 0)
    return [
      { path: FORM_ITSELF.path, text: await readTemplate(FORM_ITSELF.template) },
      { path, text },
    ];
  const imports = (folder: string) =>
    own.map(({ file, names }) => `import { ${names.join(", ")} } from "${folder}${file}";`).join("\n");
  const names = own.flatMap((one) => one.names).join(", ");
  const withImports = text.replace(/import \{ contact \} from "(\S*)contact\.ts";/, (_, folder) => imports(folder));
  return [{ path, text: withImports.replace("[contact]", `[${names}]`) }];
}

/** Files of `forms/` that export forms, with the forms' names in code. */
async function ownForms(dir: string): Promise<{ file: string; names: string[] }[]> {
  const files = await fg("forms/*.ts", { cwd: dir });
  const found = await Promise.all(
    files.sort().map(async (file) => {
      const code = await readFile(join(dir, file), "utf8");
      const names = [...code.matchAll(/^export const (\w+) = defineForm\(/gm)].map(([, name = ""]) => name);
      return { file: basename(file), names };
    }),
  );
  return found.filter(({ names }) => names.length > 0);
}
