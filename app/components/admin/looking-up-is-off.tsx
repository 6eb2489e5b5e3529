import { useIsAdmin } from "~/components/layout/use-site";
import { Notice } from "~/components/ui/notice";

/** Replaces a button that would ask registers and archives; tells an admin the setting. */
export function LookingUpIsOff() {
  const isAdmin = useIsAdmin();
  return (
    <Notice className="mt-4">
      Nothing is looked up: this site asks no other sites.{" "}
      {isAdmin ? "Whoever runs the server switched it off (OPEN_DATA)." : "Please ask an admin if you need it."}
    </Notice>
  );
}
