// A real OpenID provider for tests: `oidc-provider` (certified), with its own pages to sign in and to agree.
// node openid_provider.mjs PATH_OF_OIDC_PROVIDER PORT REDIRECT_URI...

const [library, port, ...redirect_uris] = process.argv.slice(2);
const { default: Provider } = await import(library);

const issuer = `http://127.0.0.1:${port}`;
const provider = new Provider(issuer, {
  clients: [{ client_id: "ludoteca", client_secret: "a secret/of the room", redirect_uris }],
  pkce: { required: () => true },
  cookies: { keys: ["only for tests"] },
  ttl: { Grant: 600, Interaction: 600, Session: 600 },
});
provider.listen(Number(port), "127.0.0.1", () => console.log("ready"));
