import { type MouseEvent, type RefObject, useCallback, useEffect, useState } from "react";
import { ApiError, call } from "~/components/ui/api-client";
import { useToast } from "~/components/ui/toast";
import { type ExpertForm, formIn, type RowField, recordIn } from "~/models/records/experts/form";
import type { Written } from "~/models/records/provenance/provenance.server";
import { type KeepBy, keepInputIn } from "~/models/records/provenance/sentences";
import {
  accept,
  FAILURES,
  isRows,
  type Offer,
  SHOWN,
  SOURCE_URLS,
  type SuggestedField,
  type SuggestionNotice,
  undo,
} from "~/models/records/provenance/suggestions";

export interface SuggestionProps {
  /** The profile or submission; its id is "" before it is stored. */
  subject: { kind: "expert" | "submission"; id: string };
  /** The initial values of the form. */
  form: ExpertForm;
  /** Suggestions that the form came back with, and what was said instead of one. */
  offers: Offer[];
  notice: SuggestionNotice | null;
  /** Pages that a suggestion is to be written from, as they were typed. */
  sourceUrls: string;
  /** The returned input about kept sentences, and its problems. */
  values: Record<string, unknown>;
  errors: Record<string, string>;
  /** Which fields a model wrote. */
  written: Written[];
  /** Why nothing can be suggested; "" when it can. */
  missing: string;
}

export type Suggestions = ReturnType<typeof useSuggestions>;

/** Suggestions in a form: requested in the background, accepted and undone in place. */
export function useSuggestions(element: RefObject<HTMLFormElement>, props: SuggestionProps) {
  const { subject } = props;
  const [offers, setOffers] = useState(props.offers);
  const [notice, setNotice] = useState(props.notice);
  const [asking, setAsking] = useState<SuggestedField | null>(null);
  const [failure, setFailure] = useState<{ field: SuggestedField; message: string } | null>(null);
  const [now, setNow] = useState(props.form);
  const [rows, setRows] = useState<Partial<Record<RowField, { rows: string[][]; version: number }>>>({});
  const [focus, setFocus] = useState("");
  const toast = useToast();
  useEffect(() => {
    if (focus) document.getElementById(focus)?.focus();
    setFocus("");
  }, [focus]);

  const formNow = useCallback(
    () => (element.current ? formIn(valuesIn(element.current)) : props.form),
    [element, props.form],
  );
  const isOpen = offers.some(({ isAccepted }) => !isAccepted);
  useEffect(() => {
    const form = element.current;
    if (!form || !isOpen) return;
    // Differences are shown against the present text of the field.
    const look = () => setNow(formNow());
    form.addEventListener("input", look);
    return () => form.removeEventListener("input", look);
  }, [element, isOpen, formNow]);

  const ask = async (event: MouseEvent, field: SuggestedField) => {
    event.preventDefault();
    if (asking) return;
    const form = formNow();
    setAsking(field);
    setFailure(null);
    setNotice(null);
    try {
      const sourceUrls = element.current ? valuesIn(element.current)[SOURCE_URLS] : "";
      const body = { ...subject, field, record: recordIn(form), sourceUrls };
      const answer = await call<{ offer: Offer } | { notice: SuggestionNotice }>("/api/admin/suggestions", {
        method: "POST",
        body,
      });
      if ("notice" in answer) {
        setNotice(answer.notice);
        setOffers((before) => before.filter((offer) => offer.field !== field || offer.isAccepted));
        toast({ title: answer.notice.title, description: answer.notice.message });
      } else {
        const { offer } = answer;
        setNow(formNow());
        setOffers((before) => [...before.filter((offer) => offer.field !== field || offer.isAccepted), offer]);
        setFocus(`${offer.id}-offer`);
      }
    } catch (error) {
      const message = messageOf(error);
      setFailure({ field, message });
      // An earlier suggestion is not the answer to this request.
      setOffers((before) => before.filter((offer) => offer.field !== field || offer.isAccepted));
      toast({ title: FAILURES[field], description: message, failure: true });
    } finally {
      setAsking(null);
    }
  };

  const settle = (event: MouseEvent, offer: Offer, how: typeof accept, focusOn: string) => {
    event.preventDefault();
    const { field } = offer;
    const next = how(formNow(), offer);
    if (isRows(field)) {
      const version = (rows[field]?.version ?? 0) + 1;
      setRows({ ...rows, [field]: { rows: next.form.rows[field], version } });
    } else write(element.current, field, next.form.texts[field]);
    setNow(next.form);
    setOffers((before) => before.map((present) => (present.id === offer.id ? next.offer : present)));
    setFocus(focusOn);
  };
  const keep = async (event: MouseEvent, offer: Offer, index: number, by: KeepBy) => {
    event.preventDefault();
    const { id, field } = offer;
    setFailure(null);
    try {
      const body = keepInputIn(element.current ? valuesIn(element.current) : {}, id, index, by);
      const answer = await call<{ offer: Offer }>(`/api/admin/suggestions/${id}/keep`, { method: "POST", body });
      setNow(formNow());
      setOffers((before) => before.map((offer) => (offer.id === id ? answer.offer : offer)));
      setFocus(`${id}-offer`);
    } catch (error) {
      setFailure({ field, message: messageOf(error) });
    }
  };
  const dismiss = (event: MouseEvent, offer: Offer) => {
    event.preventDefault();
    setOffers((before) => before.filter(({ id }) => id !== offer.id));
    setFocus(`${offer.field}-suggest`);
  };

  return {
    offers,
    notice,
    asking,
    failure,
    /** The present values of the form. */
    now,
    written: props.written,
    missing: props.missing,
    sourceUrls: props.sourceUrls,
    values: props.values,
    errors: props.errors,
    /** The rows of a list after it was changed here, and a number that rises with each change. */
    rowsOf: (field: RowField) => rows[field],
    ask,
    accept: (event: MouseEvent, offer: Offer) => settle(event, offer, accept, `${offer.id}-undo`),
    undo: (event: MouseEvent, offer: Offer) => settle(event, offer, undo, `${offer.id}-accept`),
    keep,
    dismiss,
  };
}

function messageOf(error: unknown): string {
  const reason = error instanceof ApiError ? error.reason : "";
  return reason || "The site could not be reached. Please try again.";
}

function write(form: HTMLFormElement | null, field: string, text: string): void {
  const area = form?.elements.namedItem(field);
  if (!(area instanceof HTMLTextAreaElement)) return;
  area.value = text;
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Reads the values of a form as the server does. */
function valuesIn(form: HTMLFormElement): Record<string, string | string[]> {
  const data = new FormData(form);
  const texts = (name: string) => data.getAll(name).filter((value) => typeof value === "string");
  return Object.fromEntries(
    Array.from(new Set(data.keys()), (name) =>
      name.endsWith("[]") ? [name.slice(0, -2), texts(name)] : [name, texts(name).at(-1) ?? ""],
    ),
  );
}

/** Returns the suggestions that a form came back with, and the messages that came instead of one. */
export function suggestionsIn(
  answer:
    | { values?: Record<string, unknown>; fieldErrors?: Record<string, string>; notice?: SuggestionNotice | null }
    | undefined,
): Pick<SuggestionProps, "offers" | "notice" | "sourceUrls" | "values" | "errors"> {
  const shown = answer?.values?.[SHOWN];
  const offers = typeof shown === "string" ? JSON.parse(shown) : [];
  const { values = {}, fieldErrors: errors = {}, notice = null } = answer ?? {};
  return { offers, notice, sourceUrls: String(values[SOURCE_URLS] ?? ""), values, errors };
}
