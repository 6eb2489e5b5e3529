import { type MouseEvent, useState } from "react";
import { useToast } from "~/components/ui/toast";

const ADDRESS = "/api/admin/export-database";

/** A link that looks like a tile of the dashboard. */
export const TILE =
  "block h-full rounded-lg border border-line bg-surface px-4 py-3.5 hover:border-edge hover:no-underline";

/** Downloads the database as JSON; with scripts, an export that fails, also half-way, is said in a toast. */
export function ExportLink() {
  const toast = useToast();
  const [isExporting, setIsExporting] = useState(false);
  const download = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    if (isExporting) return;
    setIsExporting(true);
    try {
      await saveExport();
    } catch {
      const description = "Failed to export the database. Please try again.";
      toast({ title: "Export Failed", description, failure: true });
    }
    setIsExporting(false);
  };
  return (
    <a href={ADDRESS} onClick={download} aria-busy={isExporting || undefined} className={TILE}>
      <strong className="block">Export Database</strong>
      <small className="text-sm leading-snug text-muted">
        {isExporting ? "Exporting…" : "Everything but secrets and files, as JSON"}
      </small>
    </a>
  );
}

/** Throws when the file does not arrive complete. */
async function saveExport(): Promise<void> {
  const response = await fetch(ADDRESS, { credentials: "include" });
  if (!response.ok) throw new Error(String(response.status));
  const [, named] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = named ?? `database-export-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
