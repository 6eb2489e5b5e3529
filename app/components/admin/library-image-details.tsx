import { Facts, FactsLine, RowActions } from "~/components/admin/page-parts";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import type { findLibraryImage } from "~/models/editing/images/library-images.server";
import { downloadName } from "~/models/editing/library/labels";
import { Fact } from "./content-details";
import { CopyUrlButton } from "./copy-button";
import { FluidImage } from "./fluid-image";
import { ImageAltForm } from "./image-alt-form";
import { ImageUses } from "./image-facts";
import { insteadOfLink } from "./library-cards";

interface Props {
  image: Awaited<ReturnType<typeof findLibraryImage>>;
  /** Opens the dialog that asks. Without it the link leads to the page that asks. */
  onDelete?: () => void;
}

export function LibraryImageDetails({ image, onDelete }: Props) {
  const { id, imageUrl, imagePrompt, provider, model, size, alt, expertName, createdAt } = image;
  const Heading = onDelete ? "h3" : "h2";
  return (
    <>
      <FluidImage
        image={image}
        sizes="(min-width: 60rem) 46rem, 90vw"
        className="mb-3 h-auto max-h-[80vh] w-auto max-w-full bg-line in-[dialog]:max-h-[50vh]"
      />
      <RowActions>
        <ButtonLink small href={`/admin/library/images/${id}/download`} download={downloadName(id)}>
          Download
        </ButtonLink>
        <ButtonLink quiet small href={imageUrl} target="_blank" rel="noopener">
          Open in New Tab
        </ButtonLink>
        <CopyUrlButton path={imageUrl} name={alt || "the image"} />
        <ButtonLink
          quiet
          danger
          small
          to={`/admin/library/delete?kind=images&id=${id}`}
          onClick={onDelete && insteadOfLink(onDelete)}
        >
          Delete Image
        </ButtonLink>
      </RowActions>
      <Facts className="mt-3">
        <Fact term="Prompt">{imagePrompt || "Not known"}</Fact>
      </Facts>
      <FactsLine>
        <Fact term="Size">{size.replace("x", " × ")}</Fact>
        <Fact term="Created">
          <ShortDate time={createdAt} />
        </Fact>
        <Fact term="Provider">{provider || "None"}</Fact>
        <Fact term="Model">{model || "None"}</Fact>
        {expertName && <Fact term="Expert">{expertName}</Fact>}
      </FactsLine>
      <Heading>Alternative text</Heading>
      <ImageAltForm image={{ id, name: "this image", alt }} returnTo={`/admin/library/images/${id}`} />
      <Heading>Used in</Heading>
      <ImageUses image={image} />
    </>
  );
}
