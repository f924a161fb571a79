// libcurl: HTTP. What Swift cannot call itself, being variadic.
#pragma once

#include <curl/curl.h>
#include <stdbool.h>
#include <strings.h>

/// Whether a text is an absolute address with `http` or `https` and a host.
static inline bool ccurl_is_address(const char *_Nonnull text) {
  if (strncasecmp(text, "http://", 7) != 0 && strncasecmp(text, "https://", 8) != 0) return false;
  CURLU *url = curl_url();
  bool is_address = url && curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK;
  curl_url_cleanup(url);
  return is_address;
}

/// Prepares a GET that follows redirects to `http` and `https` only, with the proxies of the
/// environment, and without cookies. `headers` must outlive the transfer. Returns the first error.
static inline CURLcode ccurl_prepare_get(
    CURL *_Nonnull transfer, const char *_Nonnull address, long milliseconds_max,
    long redirects_max, const char *_Nonnull user_agent, struct curl_slist *_Nonnull headers,
    curl_write_callback _Nonnull take, void *_Nonnull context) {
  const long protocols = CURLPROTO_HTTP | CURLPROTO_HTTPS;
  CURLcode result = CURLE_OK;
#define SET(option, value) \
  if (result == CURLE_OK) result = curl_easy_setopt(transfer, option, value)
  SET(CURLOPT_URL, address);
  SET(CURLOPT_PROTOCOLS, protocols);
  SET(CURLOPT_REDIR_PROTOCOLS, protocols);
  SET(CURLOPT_FOLLOWLOCATION, 1L);
  SET(CURLOPT_MAXREDIRS, redirects_max);
  SET(CURLOPT_TIMEOUT_MS, milliseconds_max);
  SET(CURLOPT_USERAGENT, user_agent);
  SET(CURLOPT_HTTPHEADER, headers);
  SET(CURLOPT_ACCEPT_ENCODING, "");  // Every compression that libcurl can undo.
  SET(CURLOPT_FAILONERROR, 1L);      // The body of an error is not read.
  SET(CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
  SET(CURLOPT_QUICK_EXIT, 1L);  // The end of a transfer does not wait for a name server.
#endif
  SET(CURLOPT_WRITEFUNCTION, take);
  SET(CURLOPT_WRITEDATA, context);
#undef SET
  return result;
}

/// The status of the last answer; 0 without one.
static inline long ccurl_status(CURL *_Nonnull transfer) {
  long status = 0;
  curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/// Prepares a GET over HTTPS that follows no redirect, with the proxies of the environment, and
/// without cookies. `connect_to` is `nil` or a list for CURLOPT_CONNECT_TO; `authorities` is `nil`
/// or a file of certificates; `fault` has room for CURL_ERROR_SIZE bytes. All must outlive the
/// transfer. Returns the first error.
static inline CURLcode ccurl_prepare_plain_get(
    CURL *_Nonnull transfer, const char *_Nonnull address, long milliseconds_max,
    const char *_Nonnull user_agent, struct curl_slist *_Nullable connect_to,
    const char *_Nullable authorities, char *_Nonnull fault, curl_write_callback _Nonnull take,
    curl_write_callback _Nonnull take_header, void *_Nonnull context) {
  CURLcode result = CURLE_OK;
#define SET(option, value) \
  if (result == CURLE_OK) result = curl_easy_setopt(transfer, option, value)
  SET(CURLOPT_URL, address);
  SET(CURLOPT_PROTOCOLS, (long)CURLPROTO_HTTPS);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_TIMEOUT_MS, milliseconds_max);
  SET(CURLOPT_USERAGENT, user_agent);
  SET(CURLOPT_ACCEPT_ENCODING, "");
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_ERRORBUFFER, fault);
  if (connect_to) SET(CURLOPT_CONNECT_TO, connect_to);
  if (authorities) SET(CURLOPT_CAINFO, authorities);
  SET(CURLOPT_WRITEFUNCTION, take);
  SET(CURLOPT_WRITEDATA, context);
  SET(CURLOPT_HEADERFUNCTION, take_header);
  SET(CURLOPT_HEADERDATA, context);
#undef SET
  return result;
}
