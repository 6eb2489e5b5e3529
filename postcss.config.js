import { readFileSync } from "node:fs";
import tailwind from "@tailwindcss/postcss";

const THEME = readFileSync(new URL("app/styles/theme.css", import.meta.url), "utf8");
/** What the sheet of every page says. */
const [said = ""] = /@theme static \{[\s\S]*?\n\}/.exec(THEME) ?? [];
const known = new Set(Array.from(said.matchAll(/^ {2}(--[\w-]+):/gm), ([, name]) => name));
const USE = /var\((--[\w-]+),(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/** A sheet that only refers to the theme repeats each value beside its name. */
const withoutRepetition = {
  postcssPlugin: "without-repetition",
  OnceExit(sheet) {
    sheet.walkDecls((declaration) => {
      declaration.value = declaration.value.replace(USE, (use, name) => (known.has(name) ? `var(${name})` : use));
    });
  },
};

export default { plugins: [tailwind({ optimize: { minify: true } }), withoutRepetition] };
