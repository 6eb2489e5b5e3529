import { useSyncExternalStore } from "react";
import { useSite } from "~/components/layout/use-site";
import { call, failureReason } from "~/components/ui/api-client";
import { useToast } from "~/components/ui/toast";

export default function LiveListButton({ slug, name }: { slug: string; name: string }) {
  const isListed = useIsListed(slug);
  const toast = useToast();
  const toggle = async () => {
    try {
      await call("/api/my-list", { method: "POST", body: { slug, listed: !isListed } });
      changes.set(slug, !isListed);
      for (const listener of listeners) listener();
      if (!isListed)
        toast({ title: "Saved", description: "You find your list under “My list” at the bottom of each page." });
    } catch (error) {
      toast({ title: "Not saved", description: failureReason(error), failure: true });
    }
  };
  return (
    <button type="button" aria-label={`Save ${name}`} aria-pressed={isListed} onClick={toggle}>
      {isListed ? "✓ Save" : "Save"}
    </button>
  );
}

const changes = new Map<string, boolean>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useIsListed(slug: string): boolean {
  const site = useSite();
  const isStored = () => (site?.viewer ? (site.listed ?? []) : slugsInCookie()).includes(slug);
  return useSyncExternalStore(subscribe, () => changes.get(slug) ?? isStored());
}

/** Reads the cookie that app/auth/list-cookie.server.ts writes. */
function slugsInCookie(): string[] {
  const pair = document.cookie.split("; ").find((text) => text.startsWith("list="));
  return pair ? pair.slice("list=".length).split(".") : [];
}
