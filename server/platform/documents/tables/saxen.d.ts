declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    on(event: 'openTag', listener: (name: string, attributes: () => Record<string, string>, decode: Decode) => void): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text', listener: (text: string, decode: Decode) => void): this
    /** A CDATA section, and a declaration such as <!DOCTYPE>. */
    on(event: 'cdata' | 'attention', listener: (text: string) => void): this
    /** Markup that is not well-formed but can be skipped. */
    on(event: 'warn', listener: (fault: Error) => void): this
    /** Throws at markup that cannot be skipped, unless there is an `error` listener. */
    write(xml: string): this
    end(): void
  }
}
