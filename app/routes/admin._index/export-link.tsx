import { type MouseEvent, useState } from "react";
import { useToast } from "~/components/ui/toast";

const ADDRESS = "/api/admin/export-database";

/**
 * Downloads the database as JSON (admin-side.md §7). A plain link without scripts; with them, an export that fails, also
 * half-way, is said in a toast instead of leaving the page or half a file.
 */
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
    <a href={ADDRESS} onClick={download} aria-busy={isExporting || undefined}>
      <strong>Export Database</strong>
      <small>{isExporting ? "Exporting…" : "Everything but secrets and files, as JSON"}</small>
    </a>
  );
}

/** Throws when the file does not arrive whole. The browser keeps a large one on the disk. */
async function saveExport(): Promise<void> {
  const response = await fetch(ADDRESS, { credentials: "include" });
  if (!response.ok) throw new Error(String(response.status));
  const [, named] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = named ?? `database-export-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  // The download has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
