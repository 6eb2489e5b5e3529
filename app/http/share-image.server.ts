/** Answers with a share image, which other sites may embed. Draws it only if the client's copy is not current. */
export async function shareImageResponse(
  request: Request,
  { tag, png }: { tag: string; png: () => Promise<Buffer> },
): Promise<Response> {
  const headers = {
    ETag: tag,
    "Cache-Control": "public, max-age=3600",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  if (request.headers.get("If-None-Match")?.includes(tag)) return new Response(null, { status: 304, headers });
  const bytes = await png();
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, "Content-Type": "image/png", "Content-Length": String(bytes.length) },
  });
}
