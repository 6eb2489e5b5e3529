import type { Choices, Step } from "./state";

export const PROMOTE = "/admin/promote";

export function promotionAddress(id: string, step?: Step, anchor = ""): string {
  return [PROMOTE, id, step].filter(Boolean).join("/") + (anchor && `#${encodeURIComponent(anchor)}`);
}

export const pieceField = (id: string) => `piece.${id}`;
export const tagsField = (id: string) => `tags.${id}`;
export const altField = (id: string) => `alt.${id}`;
/** Returns the name of the hidden field with the alternative text that a form shows. */
export const shownAltField = (id: string) => `shownAlt.${id}`;
/** Returns the name of the hidden field with the time of the library's text that an editor replaces. */
export const savedAtField = (id: string) => `savedAt.${id}`;
/** Returns the name of the hidden field with the time of the article whose changes by others a conflict showed. */
export const articleAtField = (id: string) => `articleAt.${id}`;
/** The name of the hidden field with an id that is new whenever the form is shown. */
export const FORM_ID_FIELD = "formId";
export const imageModelField = (provider: string) => `imageModel.${provider}`;

type Fields = Record<string, string | string[]>;

/** Returns the fields as the server reads them: a name with "[]" becomes a list without it. */
export function fieldsOf(form: FormData): Fields {
  const fields: Fields = {};
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const [, listName] = /^(.*)\[\]$/.exec(name) ?? [];
    if (listName) fields[listName] = [...[fields[listName] ?? []].flat(), value];
    else fields[name] = value;
  }
  return fields;
}

/** Reads the form's choices without checking them. */
export function choicesIn(fields: Fields): Choices {
  const readText = (name: string) =>
    typeof fields[name] === "string" ? fields[name].replace(/\r\n?/g, "\n") : undefined;
  const tickedValues = (name: string) => [fields[name] ?? []].flat();
  const provider = readText("imageProvider");
  const choices = {
    focus: readText("focus"),
    provider: readText("provider"),
    model: readText("model"),
    articleType: readText("articleType"),
    sourceUrls: readText("sourceUrls"),
    projectId: readText("projectId"),
    newProject:
      readText("projectName") === undefined
        ? undefined
        : { name: readText("projectName") ?? "", description: readText("projectDescription") ?? "" },
    imageProvider: provider,
    imageModel: provider && readText(imageModelField(provider)),
    size: readText("size"),
    style: readText("style"),
    prompt: readText("prompt"),
    featuredId: readText("featuredId"),
    pieces: fieldsStartingWith(fields, pieceField("")),
    tags: fieldsStartingWith(fields, tagsField("")),
    alts: fieldsStartingWith(fields, altField("")),
    shownAlts: fieldsStartingWith(fields, shownAltField("")),
    ...(fields.step === "1" && { ideas: tickedValues("ideas") }),
    ...(fields.step === "4" && { onSite: tickedValues("onSite"), linkFromProfile: tickedValues("linkFromProfile") }),
  };
  return Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)) as Choices;
}

function fieldsStartingWith(fields: Fields, start: string): Record<string, string> | undefined {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(start) && typeof value === "string"
      ? [[name.slice(start.length), value.replace(/\r\n?/g, "\n")]]
      : [],
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Returns only the choices that differ from the stored choices. */
export function changedChoices(storedChoices: Choices, currentChoices: Choices): Choices {
  const isSame = (input: unknown, otherInput: unknown) => JSON.stringify(input) === JSON.stringify(otherInput);
  const entries = Object.entries(currentChoices).flatMap(([name, value]): [string, unknown][] => {
    // Sends the shown texts only together with changed texts, below.
    if (name === "shownAlts") return [];
    const storedValue = storedChoices[name as keyof Choices];
    if (isSame(storedValue, value)) return [];
    if (name !== "pieces" && name !== "tags" && name !== "alts") return [[name, value]];
    // Sends only the changed texts, because other texts may have changed on the server meanwhile.
    const texts = Object.entries(value).filter(([id, text]) => (storedValue as Record<string, string>)?.[id] !== text);
    const changedTexts: [string, unknown] = [name, Object.fromEntries(texts)];
    if (name !== "alts") return [changedTexts];
    const shownAlts = texts.flatMap(([id]) =>
      Object.entries(currentChoices.shownAlts ?? {}).filter(([key]) => key === id),
    );
    return [changedTexts, ["shownAlts", Object.fromEntries(shownAlts)]];
  });
  return Object.fromEntries(entries) as Choices;
}
