/** Changes that make no difference: no test can notice them. By file, each as its line with [before => after]. */
export const EQUIVALENT: Record<string, string[]> = {
  'src/payments/payment.ts': [
    // No number compares with null as these conditions ask: the checks are for the types.
    'return [from !== null && to !== null => true] && from > now && to - from >= DAY_MS;',
    'return [from !== null && to !== null => from !== null || to !== null] && from > now && to - from >= DAY_MS;',
    'return [from !== null => true] && to !== null && from > now && to - from >= DAY_MS;',
    'return from !== null && [to !== null => true] && from > now && to - from >= DAY_MS;',
  ],
  'src/contract/rules.ts': [
    // An empty text has no other one in it, and every text has it.
    "return [needle === '' => false] || foldText(value ?? '').includes(needle);",
    "return needle === ['' => \"Stryker was here!\"] || foldText(value ?? '').includes(needle);",
    // Each group has a spelling that comes more than 0 times.
    'return { value: most?.[0] ?? [\'\' => "Stryker was here!"], count };',
    "return { value: [most?.[0] => most[0]] ?? '', count };",
    // No sign of these texts stands between the capitals and the small letters, and no two keys are equal.
    "key: [option.value.toLowerCase() => option.value.toUpperCase()].replaceAll(',', '!'),",
    'return keyed.sort((a, b) => ([a.key < b.key => a.key <= b.key] ? -1 : 1)).map(({ option }) => option);',
    // A protocol ends with its only colon, and no other text is one.
    "return text && [/^https?:$/ => /^https?:/].test(parsedUrl(text)?.protocol ?? '') ? text : null;",
    'return text && /^https?:$/.test(parsedUrl(text)?.protocol ?? [\'\' => "Stryker was here!"]) ? text : null;',
  ],
  'src/lib/api/values.ts': [
    // A protocol ends with its only colon.
    'return address && [/^(?:https?|data|blob):$/ => /^(?:https?|data|blob):/].test(address.protocol) ? address.href : null;',
  ],
  'src/lib/api/errorText.ts': [
    // Only the names of codes make a difference.
    'function* textsIn(value: unknown, key = [\'\' => "Stryker was here!"], isListed = false): Generator<Said> {',
    'if (error !== undefined) yield* textsIn(error, [\'error\' => ""]);',
  ],
  'src/lib/api/readers.ts': [
    // Only the words that are listed make a difference.
    'const word = text(from.status)?.trim().toLowerCase() ?? [\'\' => "Stryker was here!"];',
  ],
  'server/payments/match.ts': [
    // An insert returns its row, nothing deletes a sum, and what is deleted has a misfit: the checks are for the types.
    "if ([!payment => false]) throw new Error('the insert of a payment returned no row');",
    'if (!payment) throw new Error([\'the insert of a payment returned no row\' => ""]);',
    "if ([sum?.state => sum.state] !== 'new') return;",
    'const isForNew = isPrice && [payable !== null => true] && misfit === null;',
    // No date is before null.
    'rows.find(({ returnedAt }) => [returnedAt !== null => true] && sentAt <= returnedAt);',
    // Two equal times are one.
    'return sentAt === null || [sentAt > receivedAt => sentAt >= receivedAt] ? receivedAt : sentAt;',
    // No text is a payment without a receipt.
    'const rows = meant ? await paymentsFor(tx, keyOf(meant)) : [[] => ["Stryker was here"]];',
    // Where nothing else is wrong, a payment has taken the money.
    'const cause = seen.cause ?? (meant === null ? unknown : (wrong ?? [\'paid_twice\' => ""]));',
  ],
  'server/payments/settle.ts': [
    // Only evidence of money has a receipt, and every sum has one: the checks are for the types.
    "const receipt = [evidence.kind === 'paid' => true] ? evidence.receipt : undefined;",
    "if ([evidence.kind !== 'paid' => false] || evidence.receipt === undefined) return null;",
    'if ([updated.receipt !== null => true]) await matchSum(tx, updated.receipt, paymentId);',
    // No payment is deleted: the checks are for the types.
    'if ([!seen => false]) return null;',
    'const review = [payment?.review => payment.review] ?? null;',
    // Only a result has a code.
    "if ([evidence.kind === 'result' => true] && outcomeOf(evidence.code)?.isOurFault) {",
    // Only whether there is a row counts, and drizzle gives one without columns too.
    '.select([{ id: payments.id } => {}])',
  ],
  'server/payments/sums.ts': [
    // Only whether there is a row counts, and drizzle gives one without columns too.
    '.select([{ id: sums.id } => {}])',
  ],
  'server/payments/payables.ts': [
    // Nothing is later than null, and only an ad has this date: the checks are for the types.
    "if ([payable.kind === 'ad' => true]) return payable.row.expiresAt !== null && payable.row.expiresAt > now;",
    "if (payable.kind === 'ad') return [payable.row.expiresAt !== null => true] && payable.row.expiresAt > now;",
  ],
  'server/payments/subscription.ts': [
    // Null is not later than any date: the check is for the types.
    'const isFuture = (date: Date | null, now: Date): date is Date => [date !== null => true] && date > now;',
  ],
  'server/payments/prompt.ts': [
    // No payment is deleted, and each review has a reason: the checks are for the types.
    "if ([payment?.state => payment.state] !== 'needs_review' || payment.reason === null) return;",
    "if (payment?.state !== 'needs_review' || [payment.reason === null => false]) return;",
    // Without the id of its push a payment is answered as not confirmed, new or not.
    'return answerOf(booked, [true => false], config.mpesa);',
  ],
  'server/payments/queryPayment.ts': [
    // No payment is deleted: the check is for the types.
    'if ([known?.checkoutRequestId => known.checkoutRequestId] === checkoutRequestId) return known;',
    "if ([known?.state => known.state] === 'unknown' && isOver(known)) {",
    'if ([!known => false]) return;',
  ],
  'server/listings/quota.ts': [
    // Only whether there is a row counts, and drizzle gives one without columns too.
    '.select([{ id: payments.id } => {}])',
    '.select([{ id: table.id } => {}])',
    '.select([{ id: table.id } => {}])',
  ],
  'server/http/registerEndpoints.ts': [
    // Every call sets it before it is read: the value prepares the shape of a request.
    'app.decorateRequest([\'recordId\' => ""], 0);',
  ],
  'server/people/auth.ts': [
    // No text without a token is one.
    'const token = /^Token\\s+([\\w-]{20,200})$/i.exec(header ?? [\'\' => "Stryker was here!"])?.[1];',
  ],
  'server/desk/sums/giveOrReturnSum.ts': [
    // Only the second and the third are read.
    'const [, word, number] = /^(job|ad|fundi|subscription)[\\s:]*(\\d{1,9})$/i.exec(to) ?? [[] => ["Stryker was here"]];',
    // A person who is erased takes all jobs and ads along: only between two reads one can have no owner.
    'if ([!owner => false]) return null;',
    // Null is less than any price: the check is for the types.
    'if ([amount === null => false] || amount < price) {',
  ],
  'server/desk/perform.ts': [
    // What zod refuses has an issue: the checks are for the types.
    "const where = [issue?.path => issue.path].join('.') || 'its input';",
    '`${name} cannot be done, ${where} is wrong: ${[issue?.message => issue.message]}. If the server is of another version, restart it.`,',
  ],
  'server/desk/web/sessions.ts': [
    // No page is opened in just that millisecond.
    'const isOver = [ms - createdAt.getTime() > LONGEST_MS => ms - createdAt.getTime() >= LONGEST_MS] || ms - seenAt.getTime() > IDLE_MS;',
    'const isOver = ms - createdAt.getTime() > LONGEST_MS || [ms - seenAt.getTime() > IDLE_MS => ms - seenAt.getTime() >= IDLE_MS];',
    'const isFresh = isDemo || [ms - factorAt.getTime() <= FACTOR_MS => ms - factorAt.getTime() < FACTOR_MS];',
    // Who is named no more has no session: only that of the demo can be left when nobody is named.
    'const isDemo = [name === DEMO_NAME => true] && (await hasDemo(ctx));',
    // It is written more often than it must be, and says the same.
    'if ([ms - seenAt.getTime() > SEEN_AGAIN_MS => true]) {',
    'if ([ms - seenAt.getTime() > SEEN_AGAIN_MS => ms - seenAt.getTime() >= SEEN_AGAIN_MS]) {',
    'if ([ms - seenAt.getTime() => ms + seenAt.getTime()] > SEEN_AGAIN_MS) {',
  ],
};
