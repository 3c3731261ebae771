/**
 * Inputs that make the mocks fail, so that a failure can be reached by typing alone. Where the
 * simulator of the reference API has a phone number for the same, it is the same.
 *
 * | where                              | value                    | what happens                        |
 * |------------------------------------|--------------------------|-------------------------------------|
 * | phone of a payment                 | `phone.promptFails`      | 502 with an `error` text            |
 * | phone of a payment                 | `phone.noCheckout`       | 200 without a `checkout_id`         |
 * | phone of a payment                 | `phone.cancelled`        | settles as failed: cancelled        |
 * | phone of a payment                 | `phone.noFunds`          | settles as failed: too little money |
 * | phone of a payment                 | `phone.neverSettles`     | stays pending                       |
 * | phone of a payment                 | `phone.unconfirmed`      | stays pending, nobody knows if sent |
 * | phone of a payment                 | `phone.held`             | settles as failed, money is held    |
 * | phone of a payment                 | `phone.paidAndHeld`      | settles as paid, money is held too  |
 * | phone of a payment                 | `phone.unclear`          | settles as failed, nobody knows     |
 * | phone of login, reset, registration | `phone.tooMany`         | 429 with `Retry-After`              |
 * | title of a job or an ad            | `title.serverError`      | 500 with an `error` text            |
 * | id in a path                       | `id.serverError`         | 500 with an `error` text            |
 * | id in a path                       | `id.networkError`        | the line breaks                     |
 */
export const MAGIC = {
  phone: {
    promptFails: '0700000911',
    noCheckout: '0700000204',
    cancelled: '0700000901',
    noFunds: '0700000903',
    neverSettles: '0700000990',
    unconfirmed: '0700000914',
    held: '0700000924',
    paidAndHeld: '0700000205',
    unclear: '0700000933',
    tooMany: '0700000429',
  },
  title: { serverError: 'Fail with 500' },
  id: { serverError: '990500', networkError: '990000' },
} as const;
