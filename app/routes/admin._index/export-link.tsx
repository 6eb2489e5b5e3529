import { useNavigate } from "@remix-run/react";
import { type MouseEvent, useCallback, useEffect, useState } from "react";
import { useAdminSide } from "~/components/admin/admin-pages";
import { confirmAddress, keepIntent, takeIntent } from "~/components/forms/intent";
import { useToast } from "~/components/ui/toast";

const EXPORT_ADDRESS = "/api/admin/export-database";
const CONFIRM_ADDRESS = confirmAddress("/admin");
/** Without scripts the new sign-in returns to the file itself. */
const CONFIRM_AND_EXPORT_ADDRESS = confirmAddress(EXPORT_ADDRESS);

/** The CSS classes of a link that looks like a tile of the dashboard. */
export const TILE_CLASS =
  "block h-full rounded-lg border border-line bg-surface px-4 py-3.5 hover:border-edge hover:no-underline";

/**
 * Downloads the database as JSON. With scripts a toast reports a failed or incomplete export. An admin whose sign-in is too old signs
 * in again first.
 */
export function ExportLink({ hasRecentSignIn }: { hasRecentSignIn: boolean }) {
  const toast = useToast();
  const navigate = useNavigate();
  const [isExporting, setIsExporting] = useState(false);
  const person = useAdminSide()?.person ?? "";
  const confirm = useCallback(() => {
    keepIntent({ at: "/admin", action: "", values: {}, person });
    navigate(CONFIRM_ADDRESS);
  }, [navigate, person]);
  const download = useCallback(async () => {
    setIsExporting(true);
    try {
      await saveExport();
    } catch (error) {
      if (error instanceof StaleSignIn) return confirm();
      const description = "Failed to export the database. Please try again.";
      toast({ title: "Export Failed", description, failure: true });
    }
    setIsExporting(false);
  }, [confirm, toast]);
  // After the new sign-in the export that the admin requested starts.
  useEffect(() => {
    if (hasRecentSignIn && takeIntent({ at: "/admin", person, isForm: false })) download();
  }, [hasRecentSignIn, person, download]);
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    if (!hasRecentSignIn) confirm();
    else if (!isExporting) download();
  };
  return (
    <a
      href={hasRecentSignIn ? EXPORT_ADDRESS : CONFIRM_AND_EXPORT_ADDRESS}
      onClick={onClick}
      aria-busy={isExporting || undefined}
      className={TILE_CLASS}
    >
      <strong className="block text-ink">Export Database</strong>
      <small className="block text-sm leading-snug text-muted">
        {isExporting
          ? "Exporting…"
          : `Everything but secrets and files, as JSON${hasRecentSignIn ? "" : "; please confirm first that it is you"}`}
      </small>
    </a>
  );
}

class StaleSignIn extends Error {}

/** Downloads the export and saves it. Throws if the file does not arrive completely. */
async function saveExport(): Promise<void> {
  const response = await fetch(EXPORT_ADDRESS, { credentials: "include" });
  if (response.status === 403) throw new StaleSignIn();
  if (!response.ok) throw new Error(String(response.status));
  const [, fileName] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName ?? `database-export-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
