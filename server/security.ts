/** Security headers, fit for plain http on a local network as well as https. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { inlineSources } from './inlineSources.ts';

/** Features of a device that the app does not use, and so forbids. */
const NO_DEVICES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * The one style that a library adds to the page while it runs, the cursor of react-type-animation: an
 * element that is empty at first, and then has this text.
 */
const INJECTED_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-RpGvlRbRQPlLZDBLDKCjN1VY9+ac/RHqgjmDHc2Y6PA='",
];

/** Sets the headers of every answer. HSTS and isolation only make sense behind https. */
export async function securityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const { origin, protocol } = new URL(config.publicUrl);
  const isHttps = protocol === 'https:';
  const inline = inlineSources(config.distDir);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        ...(config.serveApp && {
          scriptSrc: ["'self'", () => inline('script')],
          styleSrc: ["'self'", () => inline('style'), ...INJECTED_STYLES],
        }),
        imgSrc: ["'self'", 'data:', 'blob:', origin],
        // The service worker fetches images as the page fetches calls.
        connectSrc: ["'self'", origin],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps,
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
    // The images are shown by an app that may be hosted elsewhere.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', NO_DEVICES);
  });
}
