import type { Preview } from "~/models/records/articles/text";

/** A page as its form has it. */
export interface PageForm {
  /** Set if it can be chosen. */
  slug?: string;
  title: string;
  body: string;
  position: string;
  inFooter: boolean;
  updatedAt?: string;
}

type Values = Record<string, string | string[]>;

/** A form to be shown again as it is in `form`; else as it was sent. */
export interface PageAnswer {
  message?: string;
  fieldErrors?: Record<string, string>;
  values?: Values;
  form?: PageForm;
  preview?: Preview;
  isStartingText?: boolean;
  conflict?: { theirs: { label: string; text: string }[] };
}

export function formOf(values: Values): PageForm {
  const text = (name: string) => (typeof values[name] === "string" ? values[name] : "");
  return {
    ...(values.slug !== undefined && { slug: text("slug") }),
    ...(values.updatedAt !== undefined && { updatedAt: text("updatedAt") }),
    title: text("title"),
    body: text("body"),
    position: text("position"),
    inFooter: values.inFooter === "on",
  };
}

export function formOfPage(page: Omit<PageForm, "slug" | "position"> & { position: number }): PageForm {
  const { title, body, position, inFooter, updatedAt } = page;
  return { title, body, position: String(position), inFooter, updatedAt };
}
