/** Types of the parts of this package that are used. The package itself contains no types. */
declare module "picomatch/posix.js" {
  interface Options {
    /** A pattern without "/" is compared with the last segment of the path. */
    basename?: boolean;
    /** Patterns match names that start with a dot. */
    dot?: boolean;
    nocase?: boolean;
    /** "!" at the start of a pattern has no meaning. */
    nonegate?: boolean;
    noextglob?: boolean;
  }
  export default function picomatch(pattern: string, options?: Options): (path: string) => boolean;
}
