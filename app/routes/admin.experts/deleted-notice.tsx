import { Form } from "@remix-run/react";
import { keyProps } from "~/components/admin/keys";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";

interface Props {
  experts: { id: string; name: string }[];
  /** The address of the list to return to. */
  returnTo: string;
}

/** Names the experts who were just deleted, with a button to undo it. */
export function DeletedNotice({ experts, returnTo }: Props) {
  return (
    <Notice role="status">
      <Form method="post" action={experts.length === 1 ? `/admin/experts/${experts[0]?.id}/restore` : returnTo}>
        <input type="hidden" name="returnTo" value={returnTo} />
        {experts.map(({ id }) => (
          <input key={id} type="hidden" name="ids[]" value={id} />
        ))}
        {experts.length === 1 ? `${experts[0]?.name} is` : `${experts.length} experts are`} in the trash.{" "}
        <Button type="submit" quiet small name="intent" value="undo" {...keyProps("undo")}>
          Undo
        </Button>
      </Form>
    </Notice>
  );
}
