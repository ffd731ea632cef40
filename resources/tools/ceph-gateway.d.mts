export const missingCephPrograms: readonly string[];
export const cephPackages: readonly string[];

export interface Ceph {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Calls `work` while the gateway is not running. */
  whileDown(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export function freePort(): Promise<number>;
export function startCeph(options?: { isOwnGroup?: boolean }): Promise<Ceph>;
