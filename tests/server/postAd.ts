/** A form as a server receives it: its bytes and their type. */
export async function multipart(form: FormData) {
  const request = new Request('http://any/', { method: 'POST', body: form });
  const type = request.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': type } };
}
