import sharp from 'sharp'

type Drawing = { svg: string; width: number; height?: number; format: 'jpeg' | 'png' }

/** Rendered pictures, newest last: a page of covers is requested often. */
const cache = new Map<string, Promise<Buffer>>()
const CACHED_PICTURES = 200

async function draw({ svg, width, height = width, format }: Drawing): Promise<Buffer> {
  const picture = sharp(Buffer.from(svg)).resize(width, height, { fit: 'cover' })
  return format === 'png' ? picture.png().toBuffer() : picture.flatten().jpeg({ quality: 82 }).toBuffer()
}

/** Renders a drawing in pixels, as the real services store their pictures. */
export function raster(key: string, drawing: Drawing): Promise<Buffer> {
  const name = `${key} ${drawing.width} ${drawing.format}`
  const picture = cache.get(name) ?? draw(drawing)
  cache.delete(name)
  cache.set(name, picture)
  if (cache.size > CACHED_PICTURES) cache.delete(cache.keys().next().value!)
  return picture
}
