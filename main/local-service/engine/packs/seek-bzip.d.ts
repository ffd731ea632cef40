/** The used part of the package seek-bzip, which has no types. */
declare module "seek-bzip" {
  interface ByteSource {
    /** -1 at the end. */
    readByte(): number;
    /** The number of bytes read, or -1 at the end. */
    read(buffer: Uint8Array, offset: number, length: number): number;
    eof(): boolean;
  }
  interface ByteSink {
    writeByte(byte: number): void;
    flush(): void;
  }
  const bunzip: {
    /**
     * Decompresses everything before it returns. `isMultistream`: also the streams after the first
     * one.
     */
    decode(source: ByteSource, sink: ByteSink, isMultistream: boolean): void;
  };
  export default bunzip;
}
