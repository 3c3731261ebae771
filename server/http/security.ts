/** Security headers, fit for plain http on a local network as well as https. */
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

/** What a page may load and do. The service worker fetches images as the page fetches calls. */
function policy({ publicUrl, serveApp }: Config, { script, style }: Inline): string {
  const { origin } = new URL(publicUrl);
  return [
    "default-src 'self'",
    ...(serveApp ? [`script-src ${["'self'", ...script].join(' ')}`] : []),
    ...(serveApp ? [`style-src ${["'self'", ...style, ...INJECTED_STYLES].join(' ')}`] : []),
    `img-src 'self' data: blob: ${origin}`,
    `connect-src 'self' ${origin}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');
}

/** Only make sense behind https: a year of https alone, and isolation. */
const OF_HTTPS = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
};

/** The headers of an answer with these inline scripts and styles. */
function headersFor(config: Config, inline: Inline): Headers {
  return {
    'content-security-policy': policy(config, inline),
    // The images are shown by an app that may be hosted elsewhere.
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': NO_DEVICES,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(new URL(config.publicUrl).protocol === 'https:' && OF_HTTPS),
  };
}

/**
 * Sends the security headers of every answer, which allow nothing inline, and returns a function that makes
 * those of a page.
 */
export function securityHeaders(app: FastifyInstance, config: Config): (inline: Inline) => Headers {
  const headers = headersFor(config, { script: [], style: [] });
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers);
    next();
  });
  return (inline) => headersFor(config, inline);
}
