import { ActionsForm } from "~/components/admin/page-parts";
import { Button } from "~/components/ui/button";

interface Props {
  intent: string;
  quiet?: boolean;
  danger?: boolean;
  children: string;
}

/** One button, which says what to do with the import. */
export function IntentForm({ intent, children, ...look }: Props) {
  return (
    <ActionsForm method="post" className="my-4">
      <Button type="submit" name="intent" value={intent} {...look}>
        {children}
      </Button>
    </ActionsForm>
  );
}
