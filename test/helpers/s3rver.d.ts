/** Types of the parts of this package that tests use. The package itself contains no types. */
declare module "@20minutes/s3rver" {
  import type { Server } from "node:http";
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      serviceEndpoint: string;
      configureBuckets: { name: string }[];
    });
    httpServer: Server;
    store: {
      /** The file of an object that contains its bytes ("object") or other data. */
      getResourcePath(bucket: string, key: string, resource: string): string;
      deleteObject(bucket: string, key: string): Promise<void>;
    };
    run(): Promise<{ port: number }>;
  }
}
declare module "@20minutes/s3rver/lib/models/account.js" {
  interface Account {
    createKeyPair(accessKeyId: string, secretAccessKey: string): void;
    revokeAccessKey(accessKeyId: string): void;
  }
  const accounts: { DUMMY_ACCOUNT: Account };
  export default accounts;
}
