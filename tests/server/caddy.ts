/** Debian's Caddy in front of servers of a test, with the site and the rules of `deploy/Caddyfile`. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { root } from '../../scripts/root.mjs';
import { freePort } from '../../testkit/testServer.ts';
import { until } from './paymentWorld.ts';
import { answerTo } from './proxy.ts';
import type { Proxy } from './proxy.ts';

/** Whether Caddy is installed on this machine. */
export const hasCaddy = () => spawnSync('caddy', ['version']).status === 0;

/** Caddy: calls go by https, with its certificate checked; `env` is what else `deploy/Caddyfile` reads. */
export async function startCaddy(
  addresses: string[],
  plain: number,
  env: Record<string, string> = {},
): Promise<Proxy> {
  const home = mkdtempSync(path.join(tmpdir(), 'fundi-caddy-'));
  const [tls, http] = [await freePort(), await freePort()];
  const file = path.join(home, 'Caddyfile');
  const options = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n}\n`;
  const site = `http://127.0.0.1:${plain} {\n\timport fundi\n}\n`;
  writeFileSync(file, `${options}import ${path.join(root, 'deploy/Caddyfile')}\n${site}`);
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      XDG_DATA_HOME: home,
      FUNDI_SITE: `https://localhost:${tls}`,
      FUNDI_SERVERS: addresses.join(' '),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const stop = async () => {
    const gone = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await gone;
    rmSync(home, { recursive: true, force: true });
  };
  const authority = path.join(home, 'caddy/pki/authorities/local/root.crt');
  let agent: Agent | undefined;

  const call: Proxy['call'] = (target, { body, ...options } = {}) =>
    answerTo(request(`https://localhost:${tls}${target}`, { ...options, agent }), body);
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`Caddy did not start: ${log}`);
    if (!existsSync(authority)) return false;
    const ca = readFileSync(authority);
    // Caddy listens before it has a certificate for the site.
    const socket = connect({ port: tls, host: 'localhost', servername: 'localhost', ca });
    const hasCertificate = await once(socket, 'secureConnect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (hasCertificate) agent = new Agent({ ca, keepAlive: true });
    return hasCertificate;
  };
  try {
    await until(isUp, 'Caddy');
  } catch (error) {
    await stop();
    throw error;
  }
  return { call, stop };
}
