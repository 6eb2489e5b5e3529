import { useSyncExternalStore } from "react";
import { type SiteData, useSite } from "~/components/layout/use-site";
import { call, failureReason } from "~/components/ui/api-client";
import { useToast } from "~/components/ui/toast";

export default function LiveListButton({ slug, name }: { slug: string; name: string }) {
  const site = useSite();
  const isListed = useIsListed(slug, site);
  const toast = useToast();
  const toggle = async () => {
    try {
      await call("/api/my-list", { method: "POST", body: { slug, listed: !isListed } });
      changes.set(slug, { isListed: !isListed, site });
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

/** The changes of these buttons. Once the root's data were loaded again, as after a form of the list's page, they do not count. */
const changes = new Map<string, { isListed: boolean; site: SiteData | undefined }>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useIsListed(slug: string, site: SiteData | undefined): boolean {
  const isStored = () => (site?.viewer ? (site.listed ?? []) : slugsInCookie()).includes(slug);
  return useSyncExternalStore(subscribe, () => {
    const change = changes.get(slug);
    return change && change.site === site ? change.isListed : isStored();
  });
}

/** Reads the cookie that app/auth/list-cookie.server.ts writes. */
function slugsInCookie(): string[] {
  const pair = document.cookie.split("; ").find((text) => text.startsWith("list="));
  return pair ? pair.slice("list=".length).split(".") : [];
}
