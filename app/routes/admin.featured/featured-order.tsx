import { Form, Link } from "@remix-run/react";
import { SortableList } from "~/components/admin/sortable-list";
import { Hint } from "~/components/admin/text";
import { Button, ButtonLink } from "~/components/ui/button";
import { Avatar } from "~/components/ui/image";
import type { FeaturedExpert } from "~/models/editing/experts/featured.server";

const PATH = "/admin/featured";

/** Shows the featured experts in their order, which the editor can change. */
export function FeaturedOrder({ featured }: { featured: FeaturedExpert[] }) {
  return (
    <SortableList
      entries={featured}
      path="/api/admin/featured/order"
      action={PATH}
      renderDetails={({ id, name, title, image }) => (
        <>
          <Avatar className="size-10 flex-none" name={name} image={image} size={40} />
          <div>
            <p>
              <Link to={`/admin/experts/${id}`} dir="auto">
                {name}
              </Link>
            </p>
            <Hint dir="auto">{title}</Hint>
          </div>
        </>
      )}
      renderActions={({ id, slug, name }) => (
        <>
          <Form method="post" action={`/admin/experts/${id}/featured`} preventScrollReset>
            <input type="hidden" name="featured" value="false" />
            <input type="hidden" name="returnTo" value={PATH} />
            <Button type="submit" quiet small aria-label={`Remove ${name}`}>
              Remove
            </Button>
          </Form>
          <ButtonLink quiet small href={`/${slug}`} target="_blank" rel="noopener" aria-label={`View ${name}`}>
            View
          </ButtonLink>
        </>
      )}
    />
  );
}
