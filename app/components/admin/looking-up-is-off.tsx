import { useAdminSide } from "~/components/admin/admin-pages";
import { Notice } from "~/components/ui/notice";

/** In place of a button that would ask registers and archives; an admin reads which setting it is, an editor whom to ask. */
export function LookingUpIsOff() {
  const whomToAsk = useAdminSide()?.whomToAsk;
  return (
    <Notice className="mt-4">
      Nothing is looked up: this site asks no other sites.{" "}
      {whomToAsk || "Whoever runs the server switched it off (OPEN_DATA)."}
    </Notice>
  );
}
