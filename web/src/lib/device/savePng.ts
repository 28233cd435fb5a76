// A drawing of ours becomes a PNG, which every program that shows pictures can show.

const SHARPER = 2; // than on the screen

/** Save an SVG of our own server as a PNG of this name. */
export async function savePng(svg: string, name: string): Promise<void> {
  const image = new Image();
  image.src = svg;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SHARPER;
  canvas.height = image.naturalHeight * SHARPER;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const content = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (content) download(content, name);
}

function download(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
