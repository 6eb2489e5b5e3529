import { type MouseEvent, type RefObject, useCallback, useEffect, useState } from "react";
import { ApiError, call } from "~/components/ui/api-client";
import { useToast } from "~/components/ui/toast";
import { type ExpertForm, formIn, type RowField, recordIn } from "~/models/records/experts/form";
import type { TextOfModel } from "~/models/records/provenance/provenance.server";
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
  /** The profile or submission. Its id is "" until it is stored. */
  subject: { kind: "expert" | "submission"; id: string };
  /** The initial values of the form. */
  form: ExpertForm;
  /** The suggestions that the form returned with. */
  offers: Offer[];
  notice: SuggestionNotice | null;
  /** The typed addresses of pages to read for a suggestion. */
  sourceUrls: string;
  /** The returned input about kept sentences, and its errors. */
  values: Record<string, unknown>;
  errors: Record<string, string>;
  /** The fields that a model wrote. */
  written: TextOfModel[];
  /** The message about the missing setting; "" if suggestions work. */
  missing: string;
}

export type Suggestions = ReturnType<typeof useSuggestions>;

/** Requests suggestions for a form in the background, and accepts or undoes them in the page. */
export function useSuggestions(element: RefObject<HTMLFormElement>, props: SuggestionProps) {
  const { subject } = props;
  const [offers, setOffers] = useState(props.offers);
  const [notice, setNotice] = useState(props.notice);
  const [requestedField, setRequestedField] = useState<SuggestedField | null>(null);
  const [failure, setFailure] = useState<{ field: SuggestedField; message: string } | null>(null);
  const [currentForm, setCurrentForm] = useState(props.form);
  const [rows, setRows] = useState<Partial<Record<RowField, { rows: string[][]; version: number }>>>({});
  const [focus, setFocus] = useState("");
  const toast = useToast();
  useEffect(() => {
    if (focus) document.getElementById(focus)?.focus();
    setFocus("");
  }, [focus]);
  // An answer that took its time must not take the focus from a field in which somebody types.
  const focusUnlessTyping = (id: string) => !document.activeElement?.matches("input, textarea, select") && setFocus(id);

  const readForm = useCallback(
    () => (element.current ? formIn(valuesIn(element.current)) : props.form),
    [element, props.form],
  );
  const isOpen = offers.some(({ isAccepted }) => !isAccepted);
  useEffect(() => {
    const form = element.current;
    if (!form || !isOpen) return;
    // The page compares suggestions with the current text of the field.
    const update = () => setCurrentForm(readForm());
    form.addEventListener("input", update);
    return () => form.removeEventListener("input", update);
  }, [element, isOpen, readForm]);

  const ask = async (event: MouseEvent, field: SuggestedField) => {
    event.preventDefault();
    if (requestedField) return;
    const form = readForm();
    setRequestedField(field);
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
        setOffers((current) => current.filter((offer) => offer.field !== field || offer.isAccepted));
        toast({ title: answer.notice.title, description: answer.notice.message });
      } else {
        const { offer } = answer;
        setCurrentForm(readForm());
        setOffers((current) => [...current.filter((offer) => offer.field !== field || offer.isAccepted), offer]);
        focusUnlessTyping(`${offer.id}-offer`);
      }
    } catch (error) {
      const message = messageOf(error);
      setFailure({ field, message });
      // An earlier suggestion must not look like the answer to this request.
      setOffers((current) => current.filter((offer) => offer.field !== field || offer.isAccepted));
      toast({ title: FAILURES[field], description: message, failure: true });
    } finally {
      setRequestedField(null);
    }
  };

  const apply = (event: MouseEvent, offer: Offer, change: typeof accept, focusOn: string) => {
    event.preventDefault();
    const { field } = offer;
    const result = change(readForm(), offer);
    if (isRows(field)) {
      const version = (rows[field]?.version ?? 0) + 1;
      setRows({ ...rows, [field]: { rows: result.form.rows[field], version } });
    } else setText(element.current, field, result.form.texts[field]);
    setCurrentForm(result.form);
    setOffers((current) => current.map((formerOffer) => (formerOffer.id === offer.id ? result.offer : formerOffer)));
    setFocus(focusOn);
  };
  const keep = async (event: MouseEvent, offer: Offer, index: number, by: KeepBy) => {
    event.preventDefault();
    const { id, field } = offer;
    setFailure(null);
    try {
      const body = keepInputIn(element.current ? valuesIn(element.current) : {}, id, index, by);
      const answer = await call<{ offer: Offer }>(`/api/admin/suggestions/${id}/keep`, { method: "POST", body });
      setCurrentForm(readForm());
      setOffers((current) => current.map((offer) => (offer.id === id ? answer.offer : offer)));
      focusUnlessTyping(`${id}-offer`);
    } catch (error) {
      setFailure({ field, message: messageOf(error) });
    }
  };
  const dismiss = (event: MouseEvent, offer: Offer) => {
    event.preventDefault();
    setOffers((current) => current.filter(({ id }) => id !== offer.id));
    setFocus(`${offer.field}-suggest`);
  };

  return {
    offers,
    notice,
    requestedField,
    failure,
    /** The current values of the form. */
    currentForm,
    written: props.written,
    missing: props.missing,
    sourceUrls: props.sourceUrls,
    values: props.values,
    errors: props.errors,
    /** Returns the rows of a list after a suggestion changed it, with a number that rises with each change. */
    rowsOf: (field: RowField) => rows[field],
    ask,
    accept: (event: MouseEvent, offer: Offer) => apply(event, offer, accept, `${offer.id}-undo`),
    undo: (event: MouseEvent, offer: Offer) => apply(event, offer, undo, `${offer.id}-accept`),
    keep,
    dismiss,
  };
}

function messageOf(error: unknown): string {
  const reason = error instanceof ApiError ? error.reason : "";
  return reason || "The site could not be reached. Please try again.";
}

function setText(form: HTMLFormElement | null, field: string, text: string): void {
  const area = form?.elements.namedItem(field);
  if (!(area instanceof HTMLTextAreaElement)) return;
  area.value = text;
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Returns the values of a form in the shape that the server reads. */
function valuesIn(form: HTMLFormElement): Record<string, string | string[]> {
  const data = new FormData(form);
  const textsOf = (name: string) => data.getAll(name).filter((value) => typeof value === "string");
  return Object.fromEntries(
    Array.from(new Set(data.keys()), (name) =>
      name.endsWith("[]") ? [name.slice(0, -2), textsOf(name)] : [name, textsOf(name).at(-1) ?? ""],
    ),
  );
}

/** Returns the suggestions and messages in the server's answer to a form. */
export function suggestionsIn(
  answer:
    | { values?: Record<string, unknown>; fieldErrors?: Record<string, string>; notice?: SuggestionNotice | null }
    | undefined,
): Pick<SuggestionProps, "offers" | "notice" | "sourceUrls" | "values" | "errors"> {
  const storedOffers = answer?.values?.[SHOWN];
  const offers = typeof storedOffers === "string" ? JSON.parse(storedOffers) : [];
  const { values = {}, fieldErrors: errors = {}, notice = null } = answer ?? {};
  return { offers, notice, sourceUrls: String(values[SOURCE_URLS] ?? ""), values, errors };
}
