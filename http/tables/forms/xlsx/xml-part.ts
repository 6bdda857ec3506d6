import * as Result from "effect/Result"
import { SaxesParser } from "saxes"
import { xmlDecoder } from "../../../../core/xml/decode-xml.ts"
import { type Archive, WorkbookTooLarge, workbookUnreadable } from "./archive.ts"

/** What is reported of a part as it is read; names are without the prefix of their name space. */
export interface PartReader {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Elements within each other; those of a workbook stand in some ten others. */
export const depthMax = 64

/** Characters between one element and the next: a cell has at most 32,767 of them. */
export const gapCharactersMax = 1024 * 1024

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

const makeParser = (part: string, { close, open, text }: PartReader) => {
  const parser = new SaxesParser({ position: false, xmlns: false })
  let depth = 0
  let lastAt = 0
  parser.on("error", ({ message }) => {
    throw workbookUnreadable({ _tag: "NotXml", part, says: message })
  })
  // What a document type declares could stand for far more than is written.
  parser.on("doctype", () => {
    throw workbookUnreadable({ _tag: "DocumentType", part })
  })
  parser.on("opentag", ({ attributes, name }) => {
    lastAt = parser.position
    depth += 1
    if (depth > depthMax) {
      throw new WorkbookTooLarge({ part, what: "depth", max: depthMax })
    }
    open?.(localName(name), attributes)
  })
  parser.on("closetag", ({ name }) => {
    lastAt = parser.position
    depth -= 1
    close?.(localName(name))
  })
  if (text !== undefined) {
    parser.on("text", text)
    parser.on("cdata", text)
  }
  return {
    write: (characters: string): void => {
      parser.write(characters)
      if (parser.position - lastAt > gapCharactersMax) {
        throw new WorkbookTooLarge({ part, what: "charactersBetween", max: gapCharactersMax })
      }
    },
    end: (): void => void parser.close(),
  }
}

const decoderOf = (part: string, start: Uint8Array): TextDecoder => {
  const decoder = xmlDecoder(start)
  if (Result.isSuccess(decoder)) return decoder.success
  throw workbookUnreadable({ _tag: "Undecodable", part, fault: decoder.failure })
}

/**
 * Reads the XML of a part as it is uncompressed, and holds none of it. Once `isDone`, the rest is passed over. Throws
 * a fault of the workbook where it is no XML, or has more than `bytesMax` bytes.
 *
 * @yields after every piece, what was reported of it in between
 */
export async function* readPart(
  archive: Archive,
  part: string,
  bytesMax: number,
  reader: PartReader,
  isDone: () => boolean = () => false,
): AsyncGenerator<void> {
  const parser = makeParser(part, reader)
  let decoder: TextDecoder | undefined
  const decode = (chunk?: Uint8Array): string => {
    decoder ??= decoderOf(part, chunk ?? new Uint8Array())
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw workbookUnreadable({ _tag: "OtherBytes", part, encoding: decoder.encoding })
    }
  }
  for await (const chunk of archive.read(part, bytesMax)) {
    if (isDone()) continue
    parser.write(decode(chunk))
    yield
  }
  if (isDone()) return
  parser.write(decode())
  parser.end()
  yield
}

/** Reads all of a part. */
export const readWholePart = async (
  archive: Archive,
  part: string,
  bytesMax: number,
  reader: PartReader,
): Promise<void> => {
  const reading = readPart(archive, part, bytesMax, reader)
  while ((await reading.next()).done !== true);
}
