/** Security headers, fit for plain http on a local network as well as https. */
import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

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

/** The hashes of the scripts and styles that stand in a page itself. */
interface Inline {
  script: readonly string[];
  style: readonly string[];
}

type Headers = Record<string, string>;

/** What every answer has without helmet. */
const NOT_OF_HELMET = new Set(['connection', 'content-length', 'date']);

/**
 * The headers for a page with these inline scripts and styles, from an answer of a server that sends
 * nothing else. HSTS and isolation only make sense behind https.
 */
async function headersFor(config: Config, { script, style }: Inline): Promise<Headers> {
  const { origin, protocol } = new URL(config.publicUrl);
  const isHttps = protocol === 'https:';
  const model = Fastify();
  await model.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        ...(config.serveApp && {
          scriptSrc: ["'self'", ...script],
          styleSrc: ["'self'", ...style, ...INJECTED_STYLES],
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
  model.get('/', (_request, reply) => reply.send());
  const { headers } = await model.inject('/');
  await model.close();
  const own = Object.entries(headers).filter(([name]) => !NOT_OF_HELMET.has(name));
  return {
    ...Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
    'permissions-policy': NO_DEVICES,
  };
}

/**
 * Sets the security headers of every answer, which allow nothing inline, and returns a function that makes
 * those of a page. Both are made once: helmet's plugin makes all of them again at every request.
 */
export async function securityHeaders(
  app: FastifyInstance,
  config: Config,
): Promise<(inline: Inline) => Promise<Headers>> {
  const made = new WeakMap<Inline, Promise<Headers>>();
  const headers = await headersFor(config, { script: [], style: [] });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  return (inline) => {
    const known = made.get(inline) ?? headersFor(config, inline);
    made.set(inline, known);
    return known;
  };
}
