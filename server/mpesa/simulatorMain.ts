/** The simulator alone, for a server elsewhere: `node server/mpesa/simulatorMain.ts`. */
import path from 'node:path';
import { loadConfig } from '../config.ts';
import { buildSimulator } from './simulator.ts';

const { dataDir, host, mpesa } = loadConfig(process.env);
const simulator = buildSimulator({
  delayMs: mpesa.simDelayMs,
  ledgerFile: path.join(dataDir, 'simulator.jsonl'),
  consumerKey: mpesa.consumerKey,
  consumerSecret: mpesa.consumerSecret,
  passkey: mpesa.passkey,
});
await simulator.listen({ port: mpesa.simulatorPort, host });
process.stdout.write(`Simulated phone: http://localhost:${mpesa.simulatorPort}/\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.close());
}
