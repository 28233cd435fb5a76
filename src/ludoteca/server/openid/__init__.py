"""Signing in with an OpenID Connect provider, for rooms whose host names one."""
