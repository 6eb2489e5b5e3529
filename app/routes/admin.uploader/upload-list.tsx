import { Link } from "@remix-run/react";
import { CopyUrlButton } from "~/components/admin/copy-button";
import { ImageAltForm } from "~/components/admin/image-alt-form";
import { imageSize, Thumbnail } from "~/components/admin/image-facts";
import { Progress } from "~/components/admin/page-parts";
import { Button } from "~/components/ui/button";
import type { Upload } from "./use-uploads";

/** Lists the files with their progress, their new name, or the reason of a refusal. */
export function UploadList({ uploads, retry }: { uploads: Upload[]; retry: (upload: Upload) => void }) {
  return (
    <ul className="uploads [&_a]:underline">
      {uploads.map((upload) => (
        <li
          key={upload.key}
          className={`${UPLOAD_ROW_CLASS} ${upload.image ? "md:grid-cols-[auto_minmax(8rem,1fr)_minmax(10rem,1.5fr)_auto]" : "md:grid-cols-[minmax(8rem,1fr)_auto_6rem]"}`}
          data-state={upload.state}
        >
          {upload.image ? <StoredUpload image={upload.image} /> : <PendingUpload upload={upload} retry={retry} />}
        </li>
      ))}
    </ul>
  );
}

function StoredUpload({ image }: { image: NonNullable<Upload["image"]> }) {
  const { id, name, url } = image;
  return (
    <>
      <Thumbnail image={image} />
      <p>
        <Link to={`/admin/images/${id}`} dir="auto">
          {name}
        </Link>{" "}
        <small>{imageSize(image)}</small>
      </p>
      <ImageAltForm image={image} returnTo={`/admin/images/${id}`} />
      <CopyUrlButton path={url} name={name} />
    </>
  );
}

function PendingUpload({ upload, retry }: { upload: Upload; retry: (upload: Upload) => void }) {
  const { name, state, progress, message, file } = upload;
  if (state === "refused") {
    return (
      <>
        <p>
          {name}: <strong className="text-sm text-danger">{message}</strong>
        </p>
        {file && (
          <Button type="button" quiet small onClick={() => retry(upload)}>
            Try again
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <p>{name}</p>
      <Progress className="w-40" value={progress} aria-label={`Sending ${name}`} />
      <span>{state === "waiting" ? "Waiting" : progress < 1 ? `${Math.round(progress * 100)} %` : "Processing…"}</span>
    </>
  );
}

const UPLOAD_ROW_CLASS = "grid items-center gap-x-4 gap-y-2 border-b border-line py-2.5";
