import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { pageShownAt, useAdminSide } from "~/components/admin/admin-pages";
import { RowActions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { Age } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { missingFrom, pathOf, putBack, type Typed, type TypedField, typedIn } from "./typed-fields";

/** How long typing pauses before it is kept. */
const PAUSE_MS = 300;
const DAYS = 30;
const PREFIX = "typed:";
/** How long what was typed may be on its way to a server that keeps it. */
const UNDERWAY_MS = 3_000;
/** These keep what is typed on the server, for all devices; this browser keeps only what is on its way when the page is left. */
const KEPT_ELSEWHERE = /^\/admin\/(promote|articles)\/(?!new)/;

/** Keeps what is typed and not saved in this browser, by page and person, and offers it again after a reload, a crash or an ended session. */
export function KeptTyping() {
  const { pathname } = useLocation();
  const side = useAdminSide();
  const person = useOnlyPerson(side?.person);
  if (!person) return null;
  const key = `${PREFIX}${person}:${pageShownAt(pathname, side?.recordPages)}`;
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

/** Whether nothing was answered to this document yet. */
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
    if (!isReloaded && !isRefused) {
      const others = othersThan(read(name));
      forgetAll(({ isSent }) => isSent);
      if (others.length > 0) write(name, { at: new Date().toISOString(), isSent: false, fields: others });
    }
    const typing = read(name);
    if (!typing) return setOffer(null);
    if (typing.isSent) {
      // Loaded anew while it was on its way: nobody knows whether it was taken, but the page does.
      if (!isRefused && missingFrom(mainOf(), typing.fields).length === 0) {
        forget(name);
        return setOffer(null);
      }
      // It was refused: a reload offers it as what was never sent.
      write(name, { ...typing, isSent: false });
    }
    setOffer(missingFrom(mainOf(), typing.fields).length > 0 ? typing : null);
  }, [name, isIdle, search]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (isSent: boolean, sentTo?: string) => {
      clearTimeout(timer);
      timer = undefined;
      const fields = typedIn(mainOf());
      if (fields.length > 0) write(name, { at: new Date().toISOString(), isSent, sentTo, fields });
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
      else keep(true, pathOf(event.target as HTMLFormElement));
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

/** Of rows that are no longer there: nothing is lost, it can be copied. */
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

/** What stands in the other forms of a page of which one was sent. */
function othersThan(typing: Typed | null): TypedField[] {
  if (!typing?.isSent) return [];
  return typedIn(mainOf()).filter(({ form }) => form !== typing.sentTo);
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
  const typing = quietly(() => JSON.parse(localStorage.getItem(name) ?? "null") as Typed | null);
  if (!typing || !Array.isArray(typing.fields)) return null;
  if (Date.parse(typing.at) > Date.now() - DAYS * 24 * 60 * 60_000) return typing;
  forget(name);
  return null;
}

function write(name: string, typed: Typed): void {
  quietly(() => localStorage.setItem(name, JSON.stringify(typed)));
}

function forget(name: string): void {
  quietly(() => localStorage.removeItem(name));
}

function forgetAll(which: (typing: Typed) => boolean = () => true): void {
  quietly(() => {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) {
      const typing = quietly(() => JSON.parse(localStorage.getItem(name) ?? "null") as Typed | null);
      if (!typing || which(typing)) localStorage.removeItem(name);
    }
  });
}
