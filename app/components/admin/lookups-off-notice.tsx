import { useAdminSide } from "~/components/admin/admin-pages";
import { Notice } from "~/components/ui/notice";

/** Replaces buttons that would query registers and archives. Names the setting to an admin, and the admin to an editor. */
export function LookupsOffNotice() {
  const whomToAsk = useAdminSide()?.whomToAsk;
  return (
    <Notice className="mt-4">
      Lookups are off: this site asks no other sites. {whomToAsk || "They were switched off on the server (OPEN_DATA)."}
    </Notice>
  );
}
