/** `npm run payments`: the report of the payments, and the closing of a review by a person. */
import { operate } from '../operator/operate.ts';
import { runCommand } from './command.ts';
import { readCommand } from './paymentsCommand.ts';

await runCommand((args) => {
  const closing = readCommand(args);
  return (config) =>
    closing ? operate(config, 'closeReview', closing) : operate(config, 'paymentReport', null);
});
