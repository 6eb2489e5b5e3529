import { SHOWN } from "~/models/base/input/shown";
import type { Preview } from "~/models/records/articles/text";

/** The values of a page in its form. */
export interface PageForm {
  /** Present if the address can be chosen. */
  slug?: string;
  title: string;
  body: string;
  position: string;
  inFooter: boolean;
  updatedAt?: string;
  /** The hidden fields with the versions of the shown values; empty for a new page. */
  shown: Record<string, string>;
}

type Values = Record<string, string | string[]>;

/** The answer to a sent form: the form is shown again with `form`, otherwise with the sent values. */
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
    shown: Object.fromEntries(
      Object.keys(values).flatMap((name) => (name.startsWith(SHOWN) ? [[name, text(name)]] : [])),
    ),
    title: text("title"),
    body: text("body"),
    position: text("position"),
    inFooter: values.inFooter === "on",
  };
}

export function formOfPage(page: Omit<PageForm, "slug" | "position"> & { position: number }): PageForm {
  const { title, body, position, inFooter, updatedAt, shown } = page;
  return { title, body, position: String(position), inFooter, updatedAt, shown };
}
