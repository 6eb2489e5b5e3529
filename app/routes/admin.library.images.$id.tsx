import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { LibraryImageDetails } from "~/components/admin/library-image-details";
import { Notice } from "~/components/ui/notice";
import { page } from "~/http/form.server";
import { findLibraryImage } from "~/models/editing/images/library-images.server";
import { libraryAddress } from "~/models/editing/library/address";

/** Shows an image of the library with its details. With scripts the list shows the same in a dialog. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => ({
    image: await findLibraryImage(await requireEditor(request, context), params.id ?? ""),
    isDescribed: new URL(request.url).searchParams.has("done"),
  }));
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Image | Admin" }];

export default function LibraryImage() {
  const { image, isDescribed } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-form">
      <h1>Image</h1>
      {isDescribed && <Notice role="status">The alternative text was saved.</Notice>}
      <LibraryImageDetails image={image} />
      <p className="mt-5 underline">
        <Link to={libraryAddress({ tab: "images" })}>Content Library</Link>
      </p>
    </div>
  );
}
