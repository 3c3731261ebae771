/** The lines people have, as `Network.emulateNetworkConditions` takes them. */

export type LineName = 'slow 4G' | '3G';

/** Throughputs in bytes a second, latency in ms. */
export interface Line {
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
}

const line = (latency: number, downBits: number, upBits: number): Line => ({
  latency,
  downloadThroughput: downBits / 8,
  uploadThroughput: upBits / 8,
});

export const lines: Record<LineName, Line> = {
  'slow 4G': line(150, 1_600_000, 750_000),
  '3G': line(400, 400_000, 400_000),
};

/** This machine's own line, without limits. */
export const noLimit: Line = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
