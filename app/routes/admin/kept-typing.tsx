import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useAdminSide } from "~/components/admin/admin-pages";
import { RowActions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { Age } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { missingFrom, putBack, type Typed, type TypedField, typedIn } from "./typed-fields";

/** The pause in typing after which the text is kept. */
const PAUSE_MS = 300;
const DAYS = 30;
const PREFIX = "typed:";
/** The longest time for typed text to reach the server. */
const UNDERWAY_MS = 3_000;
/** These keep what is typed on the server, for all devices; this browser keeps only what is on its way when the page is left. */
const KEPT_ELSEWHERE = /^\/admin\/(promote|articles)\/(?!new)/;

/** Keeps what is typed and not saved in this browser, by page and person, and offers it again after a reload, a crash or an ended session. */
export function KeptTyping() {
  const { pathname } = useLocation();
  const person = useOnlyPerson(useAdminSide()?.person);
  if (!person) return null;
  const key = `${PREFIX}${person}:${pathname}`;
  return <Keeper key={key} name={key} isElsewhere={KEPT_ELSEWHERE.test(pathname)} />;
}

const LAST_PERSON = "last-person";

/** Null once somebody else came to the admin in another tab: this one, which says nothing of it, keeps and offers no more. */
function useOnlyPerson(person: string | null | undefined): string | null {
  const [isAnother, setIsAnother] = useState(false);
  useEffect(() => {
    if (!person) return;
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === LAST_PERSON && newValue) setIsAnother(newValue !== person);
    };
    quietly(() => localStorage.setItem(LAST_PERSON, person));
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [person]);
  return isAnother ? null : (person ?? null);
}

/** True until this document has had an answer. */
let isFirst = true;

function Keeper({ name, isElsewhere }: { name: string; isElsewhere: boolean }) {
  const [offer, setOffer] = useState<Typed | null>(null);
  const [left, setLeft] = useState<TypedField[]>([]);
  const isIdle = useNavigation().state === "idle";
  const { search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer the page says whether it was taken.
  useEffect(() => {
    if (!isIdle) return;
    const isReloaded = isFirst;
    isFirst = false;
    const isRefused = document.querySelector("main [data-tone=problem]") !== null;
    // The answer came, wherever it led.
    if (!isReloaded && !isRefused) forgetAll(({ isSent }) => isSent);
    const typed = read(name);
    if (!typed) return setOffer(null);
    if (typed.isSent) {
      // Loaded anew while it was on its way: nobody knows whether it was taken, but the page does.
      if (!isRefused && missingFrom(mainOf(), typed.fields).length === 0) {
        forget(name);
        return setOffer(null);
      }
      // It was refused: a reload offers it as what was never sent.
      write(name, { ...typed, isSent: false });
    }
    setOffer(missingFrom(mainOf(), typed.fields).length > 0 ? typed : null);
  }, [name, isIdle, search]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (isSent: boolean) => {
      clearTimeout(timer);
      timer = undefined;
      const fields = typedIn(mainOf());
      if (fields.length > 0) write(name, { at: new Date().toISOString(), isSent, fields });
      else if (!isSent) forget(name);
    };
    const settle = () => {
      clearTimeout(timer);
      timer = undefined;
      forget(name);
    };
    const isOfPage = ({ target }: Event) => target instanceof Element && target.closest("main form") !== null;
    const onInput = (event: Event) => {
      if (!isOfPage(event)) return;
      clearTimeout(timer);
      timer = isElsewhere ? setTimeout(settle, UNDERWAY_MS) : setTimeout(keep, PAUSE_MS, false);
    };
    const onSubmit = (event: Event) => {
      if (event.target instanceof HTMLFormElement && event.target.getAttribute("action") === "/logout")
        return forgetAll();
      if (!isOfPage(event) || (event.target as HTMLFormElement).method !== "post") return;
      if (isElsewhere) settle();
      else keep(true);
    };
    const onHide = () => timer !== undefined && keep(isElsewhere);
    document.addEventListener("input", onInput);
    document.addEventListener("submit", onSubmit, true);
    window.addEventListener("pagehide", onHide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("input", onInput);
      document.removeEventListener("submit", onSubmit, true);
      window.removeEventListener("pagehide", onHide);
    };
  }, [name, isElsewhere]);

  if (left.length > 0) return <Left fields={left} />;
  if (!offer) return null;
  const discard = () => {
    forget(name);
    setOffer(null);
  };
  const restore = () => {
    setLeft(putBack(mainOf(), offer.fields));
    setOffer(null);
    if (isElsewhere) forget(name);
  };
  return (
    <Notice role="status" tone="caution" className="mb-4">
      <p className="mb-2">
        You typed on this page and did not save it, <Age time={offer.at} />.
      </p>
      <RowActions>
        <Button type="button" small onClick={restore}>
          Put it back
        </Button>
        <Button type="button" quiet small onClick={discard}>
          Discard it
        </Button>
      </RowActions>
    </Notice>
  );
}

/** Shows typed text of rows that no longer exist, so that it can be copied. */
function Left({ fields }: { fields: TypedField[] }) {
  return (
    <Notice role="status" tone="caution" className="mb-4">
      <p>The rest was put back. For these there is no field any more; you can copy them:</p>
      <ul>
        {fields.map(({ name, at, value }) => (
          <li key={`${name} ${at} ${value}`}>
            <Hint dir="auto">{name}</Hint>
            <p className="whitespace-pre-line">{value}</p>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function mainOf(): ParentNode {
  return document.getElementById("main") ?? document;
}

/** A browser that keeps nothing, or has no room, is as it was without this. */
function quietly<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null;
  }
}

function read(name: string): Typed | null {
  const typed = quietly(() => JSON.parse(localStorage.getItem(name) ?? "null") as Typed | null);
  if (!typed || !Array.isArray(typed.fields)) return null;
  if (Date.parse(typed.at) > Date.now() - DAYS * 24 * 60 * 60_000) return typed;
  forget(name);
  return null;
}

function write(name: string, typed: Typed): void {
  quietly(() => localStorage.setItem(name, JSON.stringify(typed)));
}

function forget(name: string): void {
  quietly(() => localStorage.removeItem(name));
}

function forgetAll(which: (typed: Typed) => boolean = () => true): void {
  quietly(() => {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) {
      const typed = quietly(() => JSON.parse(localStorage.getItem(name) ?? "null") as Typed | null);
      if (!typed || which(typed)) localStorage.removeItem(name);
    }
  });
}
