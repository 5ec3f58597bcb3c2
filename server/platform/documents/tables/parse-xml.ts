// https://github.com/nikku/saxen. read-excel-file contains a copy of it, so both see the same elements.
import { Parser } from 'saxen'
import { RequestFault } from '#domain/errors.ts'
import { notReadable } from './limits.ts'

type Handlers = {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

// A cell's longest text: 32 767 characters, each written as an entity.
const pieceSize = 256 * 1024

// As read-excel-file does.
const withoutPrefix = (name: string): string => (name.startsWith('xmlns:') ? name : name.slice(name.indexOf(':') + 1))

/**
 * Reads XML once, from beginning to end; names are given without their namespace's prefix. Refuses what is not well-formed, and what
 * read-excel-file would ignore (CDATA, document types) or read repeatedly (a tag or text longer than `pieceSize`).
 */
export function parseXml(xml: string, { open, close, text }: Handlers): void {
  const refuse = () => {
    throw notReadable()
  }
  let tags = 0
  const parser = new Parser()
    .on('openTag', (name, attributesOf, decode) => {
      tags++
      const attributes = attributesOf()
      for (const attribute of Object.keys(attributes)) attributes[withoutPrefix(attribute)] = decode(attributes[attribute] ?? '')
      open(withoutPrefix(name), attributes)
    })
    .on('closeTag', (name) => {
      tags++
      close?.(withoutPrefix(name))
    })
    .on('text', (raw, decode) => text?.(decode(raw)))
    .on('cdata', refuse)
    .on('attention', refuse)
    .on('warn', refuse)
  try {
    for (let from = 0; from < xml.length; from += pieceSize) {
      const before = tags
      const piece = xml.slice(from, from + pieceSize)
      parser.write(piece)
      if (tags === before && piece.length === pieceSize) refuse()
    }
    parser.end()
  } catch (error) {
    throw error instanceof RequestFault ? error : notReadable()
  }
}
