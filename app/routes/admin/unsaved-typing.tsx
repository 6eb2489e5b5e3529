import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { pageShownAt, useAdminSide } from "~/components/admin/admin-pages";
import { RowActions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { Age } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import {
  addRowsFor,
  fieldsMissingFrom,
  pathOf,
  restoreFields,
  type StoredTyping,
  type TypedField,
  typedFieldsIn,
} from "./typed-fields";

/** The pause in typing after which the text is stored. */
const PAUSE_MS = 300;
const KEPT_DAYS = 30;
/** The start of the keys of all stored texts. */
const PREFIX = "typed:";
/** Returns the start of the keys of a person's texts. */
const prefixOf = (person: string) => `${PREFIX}${person}:`;
/** The time in which pages that store drafts on the server have sent the text. */
const SENDING_MS = 3_000;
/** Pages that store drafts on the server. For these the browser stores only text that the server has not stored. */
const STORED_ON_SERVER = /^\/admin\/(promote\/|articles\/(?!new$)[^/]+$)/;

/** Stores unsaved text in this browser for each page and person, and offers it after a reload, a crash or the end of a session. */
export function UnsavedTyping() {
  const { pathname } = useLocation();
  const side = useAdminSide();
  const person = useCurrentPerson(side?.person);
  if (!person) return null;
  const key = `${prefixOf(person)}${pageShownAt(pathname, side?.recordPages)}`;
  return <TypingStorage key={key} name={key} person={person} isStoredOnServer={STORED_ON_SERVER.test(pathname)} />;
}

const LAST_PERSON = "last-person";

/** Returns the person, or null after another person opened the admin in another tab. This tab then stores and offers nothing. */
function useCurrentPerson(person: string | null | undefined): string | null {
  const [isOtherPerson, setIsOtherPerson] = useState(false);
  useEffect(() => {
    if (!person) return;
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === LAST_PERSON && newValue) setIsOtherPerson(newValue !== person);
    };
    tryStorage(() => localStorage.setItem(LAST_PERSON, person));
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [person]);
  return isOtherPerson ? null : (person ?? null);
}

/** True until the first answer in this document. */
let isFirstAnswer = true;

interface Props {
  /** The key of the page's text. */
  name: string;
  person: string;
  isStoredOnServer: boolean;
}

function TypingStorage({ name, person, isStoredOnServer }: Props) {
  const [offer, setOffer] = useState<StoredTyping | null>(null);
  const [fieldsWithoutControl, setFieldsWithoutControl] = useState<TypedField[]>([]);
  const isIdle = useNavigation().state === "idle";
  const { search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer shows whether the form was refused.
  useEffect(() => {
    if (!isIdle) return;
    const isReloaded = isFirstAnswer;
    isFirstAnswer = false;
    const isRefused = document.querySelector("main [data-tone=problem]") !== null;
    // The sent form was accepted, so its text is removed, but not that of other forms.
    if (!isReloaded && !isRefused) changeAll(prefixOf(person), withoutSent);
    const typedState = readTyping(name);
    if (!typedState) return setOffer(null);
    if (typedState.isSent) {
      // The page was reloaded before the answer. If it has all the text, the form was accepted.
      if (!isRefused && fieldsMissingFrom(mainElement(), typedState.fields).length === 0) {
        forgetTyping(name);
        return setOffer(null);
      }
      // A refused form counts as not sent, so that a reload offers its text.
      writeTyping(name, { ...typedState, isSent: false });
    }
    setOffer(fieldsMissingFrom(mainElement(), typedState.fields).length > 0 ? typedState : null);
  }, [name, person, isIdle, search]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopTimer = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    const store = (isSent: boolean, sentTo?: string) => {
      stopTimer();
      const fields = unsavedFields(readTyping(name));
      if (fields.length > 0) writeTyping(name, { at: new Date().toISOString(), isSent, sentTo, fields });
      else if (!isSent) forgetTyping(name);
    };
    const storeWhatServerLacks = () => {
      if (document.querySelector("main [data-unstored]")) return store(false);
      stopTimer();
      forgetTyping(name);
    };
    const isInMainForm = ({ target }: Event) => target instanceof Element && target.closest("main form") !== null;
    const onInput = (event: Event) => {
      if (!isInMainForm(event)) return;
      // The browser may have filled the form again.
      setOffer((currentOffer) =>
        currentOffer && fieldsMissingFrom(mainElement(), currentOffer.fields).length > 0 ? currentOffer : null,
      );
      clearTimeout(timer);
      timer = isStoredOnServer ? setTimeout(storeWhatServerLacks, SENDING_MS) : setTimeout(store, PAUSE_MS, false);
    };
    const onSubmit = (event: Event) => {
      if (event.target instanceof HTMLFormElement && event.target.getAttribute("action") === "/logout") {
        // What was typed a moment ago is not stored after all was removed.
        stopTimer();
        tryStorage(() => localStorage.removeItem(LAST_PERSON));
        return changeAll(PREFIX, () => null);
      }
      if (!isInMainForm(event) || (event.target as HTMLFormElement).method !== "post") return;
      store(true, pathOf(event.target as HTMLFormElement));
    };
    const onHide = () => timer !== undefined && store(isStoredOnServer);
    document.addEventListener("input", onInput);
    document.addEventListener("submit", onSubmit, true);
    window.addEventListener("pagehide", onHide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("input", onInput);
      document.removeEventListener("submit", onSubmit, true);
      window.removeEventListener("pagehide", onHide);
      // An error page does not say whether the form was accepted, so its text counts as not sent.
      const typing = window.__remixRouter.state.errors ? readTyping(name) : null;
      if (typing) writeTyping(name, { ...typing, isSent: false });
    };
  }, [name, isStoredOnServer]);

  if (fieldsWithoutControl.length > 0) return <FieldsWithoutControl fields={fieldsWithoutControl} />;
  if (!offer) return null;
  const discard = () => {
    forgetTyping(name);
    setOffer(null);
  };
  const restore = async () => {
    setOffer(null);
    await addRowsFor(mainElement(), offer.fields);
    setFieldsWithoutControl(restoreFields(mainElement(), offer.fields));
    if (isStoredOnServer) forgetTyping(name);
  };
  return (
    <Notice role="status" tone="caution" className="mb-4">
      <p className="mb-2">
        You have unsaved text from this page (<Age time={offer.at} />
        ).
      </p>
      <RowActions>
        <Button type="button" small onClick={restore}>
          Restore it
        </Button>
        <Button type="button" quiet small onClick={discard}>
          Discard it
        </Button>
      </RowActions>
    </Notice>
  );
}

/** Shows text of fields that no longer exist, so that it can be copied. */
function FieldsWithoutControl({ fields }: { fields: TypedField[] }) {
  return (
    <Notice role="status" tone="caution" className="mb-4">
      <p>The rest was restored. These texts have no field any more, but you can copy them:</p>
      <ul>
        {fields.map(({ name, row, at, value }) => (
          <li key={`${name} ${row} ${at} ${value}`}>
            <Hint dir="auto">{name}</Hint>
            <p className="whitespace-pre-line">{value}</p>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Returns a stored text without the fields of the form that was accepted; null without others. */
function withoutSent(typing: StoredTyping): StoredTyping | null {
  if (!typing.isSent) return typing;
  const fields = typing.fields.filter(({ form }) => typing.sentTo !== undefined && form !== typing.sentTo);
  return fields.length > 0 ? { at: typing.at, isSent: false, fields } : null;
}

/** Returns the typed fields, and those that the page has as its initial values because their form was refused. */
function unsavedFields(typing: StoredTyping | null): TypedField[] {
  const typedFields = typedFieldsIn(mainElement());
  if (!typing) return typedFields;
  const isTyped = ({ form, name, row, at }: TypedField) =>
    typedFields.some((field) => field.form === form && field.name === name && field.row === row && field.at === at);
  const missingFields = fieldsMissingFrom(mainElement(), typing.fields);
  return [...typedFields, ...typing.fields.filter((field) => !isTyped(field) && !missingFields.includes(field))];
}

function mainElement(): ParentNode {
  return document.getElementById("main") ?? document;
}

/** Runs a function that uses localStorage. Returns null if the browser has none or it is full. */
function tryStorage<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}

function readTyping(name: string): StoredTyping | null {
  const typing = tryStorage(() => JSON.parse(localStorage.getItem(name) ?? "null") as StoredTyping | null);
  if (!typing || !Array.isArray(typing.fields)) return null;
  if (Date.parse(typing.at) > Date.now() - KEPT_DAYS * 24 * 60 * 60_000) return typing;
  forgetTyping(name);
  return null;
}

function writeTyping(name: string, typing: StoredTyping): void {
  tryStorage(() => localStorage.setItem(name, JSON.stringify(typing)));
}

function forgetTyping(name: string): void {
  tryStorage(() => localStorage.removeItem(name));
}

/** Counts a person's stored text as sent if all of it belongs to the form that posts to `action`. */
export function countAsSent(person: string, action: string): void {
  const sentTo = new URL(action, document.baseURI).pathname;
  changeAll(prefixOf(person), (typing) =>
    typing.fields.every(({ form }) => form === sentTo) ? { ...typing, isSent: true, sentTo } : typing,
  );
}

/** Replaces the stored texts whose keys begin with `prefix` by what a function returns, and removes those for which it returns null. */
function changeAll(prefix: string, change: (typing: StoredTyping) => StoredTyping | null): void {
  tryStorage(() => {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith(prefix))) {
      const typing = tryStorage(() => JSON.parse(localStorage.getItem(name) ?? "null") as StoredTyping | null);
      const changedTyping = typing && change(typing);
      if (changedTyping) writeTyping(name, changedTyping);
      else localStorage.removeItem(name);
    }
  });
}
